/** A structured address (interface: Response records, Address). */
import Type, { type Static } from 'typebox';
import { text } from './fields.ts';

export const Address = Type.Object(
  {
    StreetLines: Type.Optional(
      Type.Array(text('A street line.', { maxLength: 255 }), {
        maxItems: 10,
        description: 'Street lines, most general last.',
      }),
    ),
    City: Type.Optional(text('City.', { maxLength: 255 })),
    State: Type.Optional(text('State.', { minLength: 2, maxLength: 255 })),
    ZipCode: Type.Optional(text('ZIP code.', { minLength: 5, maxLength: 10 })),
    Country: Type.Optional(text('Country, 2 letters.', { minLength: 2, maxLength: 2 })),
  },
  { title: 'Address', description: 'A structured address.' },
);

export type AddressFields = Static<typeof Address>;
