import type { Transcript } from '../options.ts';
import { parseCaptionFile } from '../words/caption-file.ts';
import { gettysburgAddress } from '../words/gettysburg-address.ts';
import type { SourceTranscript } from './context.ts';

/** The transcripts of source videos, by URL. */
export class SourceTranscripts {
  readonly #byUrl = new Map<string, SourceTranscript>();
  #default: SourceTranscript = { cues: [] };

  /**
   * Parses all transcripts in advance: the parser is asynchronous, and services are synchronous.
   *
   * @throws ConfigurationError that names the URL and the line that cannot be parsed.
   */
  async load(transcripts: Readonly<Record<string, Transcript>>, unitsPerSecond: number): Promise<void> {
    this.#default = { cues: await parseCaptionFile(gettysburgAddress, 'the built-in speech', unitsPerSecond) };
    for (const [url, transcript] of Object.entries(transcripts)) {
      const parsed =
        typeof transcript === 'string'
          ? { cues: await parseCaptionFile(transcript, `transcripts["${url}"]`, unitsPerSecond) }
          : transcript;
      this.#byUrl.set(url, parsed);
    }
  }

  get(url: string): SourceTranscript {
    return this.#byUrl.get(url) ?? this.#default;
  }
}
