import { openApiDocument } from '../openapi/document.ts';
import { defineCommand } from './command/command.ts';

/** `clipwright openapi`: prints the OpenAPI document. */
export const openapi = defineCommand({
  summary: 'Prints the OpenAPI 3.1 document of the API.',
  options: {},
  run: async (_values, _argument, { stdout }) => {
    stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
    return 0;
  },
});
