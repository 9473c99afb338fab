import { heyApiCalls } from './hey-api-calls';
import { openapiFetchCalls } from './openapi-fetch-calls';

export { drill } from './control-drills';
export { tell } from './story';

/** The functions that make the calls, by the name of the generated client. */
export const clients = { 'openapi-typescript with openapi-fetch': openapiFetchCalls, 'hey-api': heyApiCalls };
