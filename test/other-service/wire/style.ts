import type { Context } from '../context.ts';

/** Returns the style of a word. Does not use `fields`, because the point `style.fields` can remove every field. */
export function style(context: Context): object | null | undefined {
  const some = { fontFamily: 'Inter', fontWeight: '700', ...values(context) };
  return context.pick('style.fields', { all: { ...rest, ...some }, some, none: {}, null: null, absent: undefined });
}

function values(context: Context) {
  return context.pick('style.values', {
    named: { activeAnimation: 'none', fontStyle: 'normal', textTransform: 'none', emojiScale: '1' },
    other: { activeAnimation: 'POP_IN', fontStyle: 'italic', textTransform: 'upper', emojiScale: '1.5' },
    '': { activeAnimation: '', fontStyle: '', textTransform: '', emojiScale: '' },
  });
}

const rest = {
  offsetX: 0,
  offsetY: -12.5,
  rotationDeg: 0,
  scale: 1,
  color: '#ffffff',
  activeColor: 'rgb(255 0 0)',
  backgroundColor: '',
  letterSpacing: 0.01,
  opacity: 1,
  textStrokeColor: '#000',
  textStrokeWidthPx: 2,
  textStrokeBlurPx: 0,
  textShadow: 'none',
  glowColor: '',
  glowBlurPx: 0,
  textGradientFrom: '',
  textGradientTo: '',
  textGradientAngleDeg: 90,
  backgroundRadiusPx: 4,
  emojiName: '🎬',
  isSpecial: false,
  isKeyword: true,
};
