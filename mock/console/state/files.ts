/** Whether a project can be made of a file. */
export function isCaptionFile(name: string): boolean {
  return /\.(vtt|srt)$/i.test(name);
}

/** What a project made of a file is called. */
export function projectNameOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '') || fileName;
}

/** The name of the file of a snapshot that was taken at this time. */
export function snapshotFileName(at: string): string {
  return `mock-state-${at.slice(0, 19).replaceAll(':', '-')}.json`;
}
