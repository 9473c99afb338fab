import { readFileSync } from 'node:fs';
import type { Project } from 'clipwright';
import type { Mock } from 'clipwright/mock';

/** A real caption file. */
export const secondInaugural: string = readFileSync(
  new URL('../../examples/second-inaugural.vtt', import.meta.url),
  'utf8',
);

/** Five captions, with a gap of 3 s before the third. */
export const shortSpeech = `WEBVTT

00:00.000 --> 00:02.000
We choose to go

00:02.000 --> 00:04.000
to the <b>Moon</b> in this decade.

00:07.000 --> 00:09.000
Not because it is easy,

00:09.000 --> 00:11.000
but because it is hard!

00:11.500 --> 00:12.500
Is it not?
`;

export function seedShortSpeech(mock: Mock, apiKey = 'test'): Promise<Project> {
  return mock.seed.project({ name: 'Moon', captions: shortSpeech, apiKey });
}
