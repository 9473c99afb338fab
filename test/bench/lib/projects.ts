import { createMock, type Mock } from 'clipwright/mock';

export const authorization = { authorization: 'Bearer test' };

/** Creates a mock with a project of `words` words, in captions of five words. */
export async function mockWithWords(words: number): Promise<{ readonly mock: Mock; readonly id: string }> {
  const mock = createMock();
  const { id } = await mock.seed.project({ name: 'Talk', captions: captionFile(words) });
  return { mock, id };
}

/** Returns an SRT file with a caption of five words every two seconds. */
export function captionFile(words: number): string {
  const captions = Array.from({ length: words / 5 }, (_, index) => {
    const text = Array.from({ length: 5 }, (__, word) => `w${index * 5 + word}`).join(' ');
    return `${index + 1}\n${time(index * 2)} --> ${time(index * 2 + 2)}\n${text}\n`;
  });
  return captions.join('\n');
}

function time(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((each) =>
    String(Math.floor(each)).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${rest},000`;
}
