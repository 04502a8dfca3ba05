/** Fields shared by the two operations that find pickup locations. */
import Type from 'typebox';

/** The default radius of a search (interface: Limits allows 5 to 50). */
export const defaultRadiusMiles = 25;

export const messages = Type.Array(Type.String(), { description: 'What else there is to say, in sentences.' });

/** Miles rounded to two decimals. */
export function milesShown(miles: number): number {
  return Math.round(miles * 100) / 100;
}
