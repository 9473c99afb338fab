import type { Transcript } from '../options.ts';
import { parseCaptionFile } from '../words/caption-file.ts';
import { gettysburgAddress } from '../words/gettysburg-address.ts';
import type { SourceTranscript } from './context.ts';

/** What is said in the videos that clips are made of. */
export class Transcripts {
  readonly #byUrl = new Map<string, SourceTranscript>();
  #builtIn: SourceTranscript = { cues: [] };

  /**
   * Reads all texts: the parser is asynchronous, and services are not.
   *
   * @throws ConfigurationError that names the address and the line of a text that cannot be read.
   */
  async read(texts: Readonly<Record<string, Transcript>>, unitsPerSecond: number): Promise<void> {
    this.#builtIn = { cues: await parseCaptionFile(gettysburgAddress, 'the built-in speech', unitsPerSecond) };
    for (const [url, text] of Object.entries(texts)) {
      const transcript =
        typeof text === 'string'
          ? { cues: await parseCaptionFile(text, `transcripts["${url}"]`, unitsPerSecond) }
          : text;
      this.#byUrl.set(url, transcript);
    }
  }

  of(url: string): SourceTranscript {
    return this.#byUrl.get(url) ?? this.#builtIn;
  }
}
