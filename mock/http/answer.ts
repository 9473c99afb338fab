/** What a service answered, or refused with. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

export function jsonResponse({ status, body }: Pick<Answer, 'status'> & { readonly body: BodyInit }): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
}
