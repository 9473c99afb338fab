import { createMock } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';

describe.each(['\n', '\r\n', '\r'])('a caption file whose lines end with %j', (lineBreak) => {
  const mock = createMock();
  const seed = (...lines: string[]) => mock.seed.project({ name: 'Talk', captions: lines.join(lineBreak) });

  test('is read', async () => {
    const { id } = await seed('WEBVTT', '', '00:00.000 --> 00:02.000', 'One', '', '00:02.000 --> 00:04.000', 'Two');
    const words = mock.state.project(id).captions.flatMap((caption) => caption.words);
    expect(words.map(([, word]) => word)).toEqual(['One', 'Two']);
  });

  test('is rejected if it contains a mistake, and the error has the line number', async () => {
    await expect(seed('WEBVTT', '', '00:05.000 --> 00:02.000', 'Back')).rejects.toThrow(/: line 3: .* ends before/);
    await expect(
      seed('WEBVTT', '', '00:00.000 --> 00:02.000', 'One', '00:02.000 --> 00:04.000', 'Two'),
    ).rejects.toThrow(/: line 5: no empty line/);
  });
});
