import type { CheckReport } from '../../check/report.ts';

/** An answer that differs from an earlier report. */
export interface Changed {
  readonly point: string;
  readonly before: string;
  readonly now: string;
}

interface Remarks {
  /** What the check has created and cannot delete. */
  readonly left: readonly string[];
  readonly stopped: string | undefined;
  readonly changed: readonly Changed[];
}

/** Describes a report in lines: contradictions, changes, differences from the mock, and what was not asked. */
export function reportLines(
  { breaches, answers, notAsked, requests }: CheckReport,
  { left, stopped, changed }: Remarks,
): string[] {
  const different = answers.filter(({ same }) => !same);
  const width = Math.max(0, ...different.map(({ point }) => point.length));
  const contradictions = breaches.flatMap(({ rule, seen, request }) => [`✗ ${request}: ${rule}`, `  It sent ${seen}.`]);
  const differences = different.flatMap(({ point, service, mock, follows, request }) => [
    `≠ ${point.padEnd(width)}  service: ${quote(service)}  mock: ${mock === null ? 'not shown' : quote(mock)}  (${request})`,
    `  ${follows}`,
  ]);
  return [
    ...section('The service contradicts the specification:', contradictions),
    ...section('Changed since the earlier report:', changeLines(changed)),
    ...section('The service differs from the mock:', differences),
    `= ${answers.length - different.length} answers are the mock’s.`,
    ...reasons(notAsked),
    ...(stopped === undefined ? [] : [`The check ended early. ${stopped}`]),
    ...(left.length === 0 ? [] : [`Left at the service: ${left.join(', ')}.`]),
    `${requests} requests were sent.`,
  ];
}

/** Describes each change in a line. */
export function changeLines(changed: readonly Changed[]): string[] {
  return changed.map(({ point, before, now }) => `! ${point}: ${quote(before)} is now ${quote(now)}`);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines, ''];
}

function quote(answer: string): string {
  return answer === '' ? '""' : answer;
}

/** Groups the points that were not asked by the reason. */
function reasons(notAsked: CheckReport['notAsked']): string[] {
  const groups = Map.groupBy(notAsked, ({ why }) => why);
  return [...groups].map(
    ([why, points]) => `? ${points.length} not asked. ${why} ${points.map(({ point }) => point).join(', ')}`,
  );
}
