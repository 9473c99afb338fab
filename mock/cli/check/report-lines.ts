import type { CheckReport } from '../../check/report.ts';
import { openPoints } from '../../points/open-points.ts';

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
  /** The points that only the earlier report answers. */
  readonly lost: readonly string[];
}

/** The largest number of points that a line names. */
const fewPoints = 12;

/** Describes a report in lines: contradictions, differences from the mock, and what was not asked. */
export function reportLines({ breaches, answers, notAsked, requests }: CheckReport): string[] {
  const different = answers.filter(({ same }) => !same);
  const width = Math.max(0, ...different.map(({ point }) => point.length));
  const contradictions = breaches.flatMap(({ rule, seen, request }) => [`✗ ${request}: ${rule}`, `  It sent ${seen}.`]);
  const differences = different.flatMap(({ point, service, mock, follows, request }) => [
    `≠ ${point.padEnd(width)}  service: ${quote(service)}  mock: ${quote(mock)}  (${request})`,
    `  ${openPoints[point].open} ${follows}`,
  ]);
  return [
    ...section('The service contradicts the specification:', contradictions),
    ...section('The service differs from the mock:', differences),
    `= ${answers.length - different.length} answers are the mock’s.`,
    ...section('Not asked, or not shown (--json names all points):', reasons(notAsked)),
    `${requests} requests were sent.`,
  ];
}

/** Describes what the report itself does not have: changes since an earlier one, and what is left at the service. */
export function remarkLines({ left, stopped, changed, lost }: Remarks): string[] {
  const isLost = lost.length > 0 ? [`? ${lost.length} answers of the earlier report are missing: ${names(lost)}`] : [];
  const changes = changed.map(({ point, before, now }) => `! ${point}: ${quote(before)} is now ${quote(now)}`);
  return [
    ...section('Changed since the earlier report:', [...changes, ...isLost]),
    ...(stopped === undefined ? [] : [`The check ended early. ${stopped}`]),
    ...(left.length === 0 ? [] : [`Left at the service: ${left.join(', ')}.`]),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines, ''];
}

function quote(answer: string): string {
  return answer === '' ? '""' : answer;
}

/** Groups the points without an answer by the reason. Reasons that only one or two points have share a line. */
function reasons(notAsked: CheckReport['notAsked']): string[] {
  const groups = [...Map.groupBy(notAsked, ({ why }) => why)].filter(([, points]) => points.length > 2);
  const others = notAsked.length - groups.flatMap(([, points]) => points).length;
  return [
    ...groups.map(([why, points]) => `? ${points.length}: ${why} ${names(points.map(({ point }) => point))}`.trimEnd()),
    ...(others > 0 ? [`? ${others}: Other reasons, such as that a request cannot show it.`] : []),
  ];
}

/** Names points, unless they are too many for a line. */
function names(points: readonly string[]): string {
  return points.length > fewPoints ? '' : points.join(', ');
}
