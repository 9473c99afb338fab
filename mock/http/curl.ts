export function curlExample(baseUrl: string, apiKey: string): string {
  const headers = [`Authorization: Bearer ${apiKey}`, 'Content-Type: application/json'];
  const options = headers.map((header) => `-H ${quote(header)}`).join(' ');
  return `curl ${quote(`${baseUrl}/projects`)} ${options} -d '{"name": "Talk"}'`;
}

function quote(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
