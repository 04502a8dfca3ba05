/**
 * Words of a line from left to right, as they are drawn, where some are written from right to left. A simple form of the
 * Unicode bidirectional algorithm: a word has one direction, which the font library applies to its letters. Pure.
 */

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The parts to draw one after the other. In a line that begins from right to left all words are reversed, but groups of
 * other words keep their order; in any other line only the groups of words from right to left are reversed.
 */
export function splitInBidiVisualOrder(line: string): string[] {
  if (!rightToLeft.test(line)) return [line];
  const parts = line.split(/( )/).filter((part) => part !== '');
  const words = parts.filter((part) => part !== ' ');
  const isLineRightToLeft = rightToLeft.test(words[0] ?? '');
  return isLineRightToLeft
    ? reverseGroups(parts, (part) => !rightToLeft.test(part)).reverse()
    : reverseGroups(parts, (part) => rightToLeft.test(part));
}

/** Reverses each longest group of parts that begins and ends with a matching word and has only such words. */
function reverseGroups(parts: readonly string[], matches: (word: string) => boolean): string[] {
  const ordered: string[] = [];
  let group: string[] = [];
  const close = () => {
    const spaces = group.at(-1) === ' ' ? [' '] : [];
    const words = group.slice(0, group.length - spaces.length);
    ordered.push(...words.reverse(), ...spaces);
    group = [];
  };
  for (const part of parts) {
    if (part === ' ' ? group.length > 0 : matches(part)) group.push(part);
    else {
      close();
      ordered.push(part);
    }
  }
  close();
  return ordered;
}
