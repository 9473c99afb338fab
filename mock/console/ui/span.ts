const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
] as const;

/** A span of milliseconds for people, such as `4 s` or `2 h 5 min`: whole seconds, begun ones included. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const index = units.findIndex((unit) => seconds * 1000 >= unit.ms);
  const unit = units[index];
  if (!unit) return `${seconds} s`;
  const rest = (seconds * 1000) % unit.ms;
  const smaller = units[index + 1] ?? { name: 's', ms: 1000 };
  const count = Math.floor(rest / smaller.ms);
  return `${Math.floor((seconds * 1000) / unit.ms)} ${unit.name}${count > 0 ? ` ${count} ${smaller.name}` : ''}`;
}
