import { flag, maybe, model, number, type OpenEnum, openEnum, text } from './model.ts';

/** The appearance of a word. The specification gives no ranges. */
export interface WordStyle {
  offsetX?: number | null;
  offsetY?: number | null;
  rotationDeg?: number | null;
  scale?: number | null;
  fontFamily?: string | null;
  fontWeight?: string | null;
  color?: string | null;
  activeColor?: string | null;
  backgroundColor?: string | null;
  activeAnimation?: OpenEnum<'none'> | null;
  fontStyle?: OpenEnum<'normal'> | null;
  textTransform?: OpenEnum<'none'> | null;
  letterSpacing?: number | null;
  opacity?: number | null;
  textStrokeColor?: string | null;
  textStrokeWidthPx?: number | null;
  textStrokeBlurPx?: number | null;
  textShadow?: string | null;
  glowColor?: string | null;
  glowBlurPx?: number | null;
  textGradientFrom?: string | null;
  textGradientTo?: string | null;
  textGradientAngleDeg?: number | null;
  backgroundRadiusPx?: number | null;
  emojiName?: string | null;
  emojiScale?: OpenEnum<'1'> | null;
  isSpecial?: boolean | null;
  isKeyword?: boolean | null;
}

export const wordStyle = model<WordStyle>({
  offsetX: maybe(number),
  offsetY: maybe(number),
  rotationDeg: maybe(number),
  scale: maybe(number),
  fontFamily: maybe(text),
  fontWeight: maybe(text),
  color: maybe(text),
  activeColor: maybe(text),
  backgroundColor: maybe(text),
  activeAnimation: maybe(openEnum(['none'])),
  fontStyle: maybe(openEnum(['normal'])),
  textTransform: maybe(openEnum(['none'])),
  letterSpacing: maybe(number),
  opacity: maybe(number),
  textStrokeColor: maybe(text),
  textStrokeWidthPx: maybe(number),
  textStrokeBlurPx: maybe(number),
  textShadow: maybe(text),
  glowColor: maybe(text),
  glowBlurPx: maybe(number),
  textGradientFrom: maybe(text),
  textGradientTo: maybe(text),
  textGradientAngleDeg: maybe(number),
  backgroundRadiusPx: maybe(number),
  emojiName: maybe(text),
  emojiScale: maybe(openEnum(['1'])),
  isSpecial: maybe(flag),
  isKeyword: maybe(flag),
});
