/** To be written. */
export function Projects() {
  return <h1>Projects</h1>;
}
