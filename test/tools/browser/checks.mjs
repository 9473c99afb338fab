/** Prints whether it holds, and what was seen where it does not; the process ends with 1 then. */
export function check({ title, holds, seen }) {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${title}`);
  if (holds) return;
  process.exitCode = 1;
  console.log(JSON.stringify(seen, null, 2));
}
