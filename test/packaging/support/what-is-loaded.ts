// A separate program, because ky and zod are loaded once per process. Prints what is loaded at each step.
export {};

const [clientFile = ''] = process.argv.slice(2);
let requests = 0;
const { Request } = globalThis;
// ky creates a Request when it is loaded.
globalThis.Request = class extends Request {
  constructor(...args: ConstructorParameters<typeof Request>) {
    super(...args);
    requests += 1;
  }
};

// Cast: the file is a build of this entry.
const { Clipwright } = (await import(clientFile)) as typeof import('clipwright');
const fetch = async () => Response.json({ jobs: [] });
const client = new Clipwright({ apiKey: 'test', baseUrl: 'http://localhost/api/v1', fetch });
const atImport = loaded();
await client.jobs.list('p');
const atFirstCall = loaded();
console.log(JSON.stringify({ atImport, atFirstCall }));

function loaded() {
  // zod creates this global registry when it is loaded.
  return { ky: requests > 0, zod: '__zod_globalRegistry' in globalThis };
}
