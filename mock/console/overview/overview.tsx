/** To be written. */
export function Overview() {
  return <h1>Overview</h1>;
}
