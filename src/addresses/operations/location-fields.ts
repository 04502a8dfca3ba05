/** Fields shared by the two operations that find pickup locations. */
import Type, { type Static } from 'typebox';
import type { GeoPoint } from '../places.ts';

/** The default radius of a search (interface: Limits allows 5 to 50). */
export const defaultRadiusMiles = 25;

export const addressMessagesField = Type.Array(Type.String(), { description: 'Warnings and notes, in sentences.' });

export function roundMilesToTwoDecimals(miles: number): number {
  return Math.round(miles * 100) / 100;
}

/** Degrees as strings, the type that existing clients read (decision 9). */
export const coordinatesField = Type.Object(
  { Latitude: Type.String({ description: 'Degrees.' }), Longitude: Type.String({ description: 'Degrees.' }) },
  { description: 'Coordinates of the location.' },
);

export function toCoordinatesReply({ latitude, longitude }: GeoPoint): Static<typeof coordinatesField> {
  return { Latitude: String(latitude), Longitude: String(longitude) };
}
