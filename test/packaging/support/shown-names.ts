// A separate program, because Vitest would transform the built files. Prints the names that Node shows for their classes.
import { createRequire } from 'node:module';
import { inspect } from 'node:util';

const [clientFile = '', ...files] = process.argv.slice(2);
const require = createRequire(import.meta.url);

/** The exported classes by the names of the exports. Only a class has a `prototype` that is not writable. */
const classes = [clientFile, ...files].flatMap((file) =>
  Object.entries<{ name: string; prototype: object }>(require(file)).filter(
    ([, value]) =>
      typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false,
  ),
);

// Cast: the file is a build of this entry.
const { Clipwright } = require(clientFile) as typeof import('clipwright');
const options = { apiKey: 'test', baseUrl: 'http://localhost/api/v1', maxRetries: 0 };

console.log(
  JSON.stringify({
    classes: classes.map(([name, { name: shown, prototype }]) => [name, shown, shownName(Object.create(prototype))]),
    client: shownName(new Clipwright(options)),
    errors: await Promise.all([400, 401, 403, 404, 409, 410, 422, 429, 500].map(errorNames)),
  }),
);

async function errorNames(status: number): Promise<string[]> {
  const client = new Clipwright({ ...options, fetch: async () => Response.json({}, { status }) });
  // Cast: the mapped value of a rejection is unknown, and this call always rejects with an error.
  const error = (await client.jobs.list('p').then(undefined, (error: unknown) => error)) as Error;
  return [error.name, error.constructor.name, shownName(error), firstWord(error.stack ?? '')];
}

function shownName(value: object): string {
  return firstWord(inspect(value));
}

function firstWord(text: string): string {
  return /\w+/.exec(text)?.[0] ?? '';
}
