/** What the two operations that find pickup locations write alike. */
import Type from 'typebox';

/** Where a search does not say how far (interface: Limits has 5 to 50). */
export const defaultRadiusMiles = 25;

export const messages = Type.Array(Type.String(), { description: 'What else there is to say, in sentences.' });

/** Miles to two places. */
export function milesShown(miles: number): number {
  return Math.round(miles * 100) / 100;
}
