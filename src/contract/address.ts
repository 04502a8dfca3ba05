/** A structured address (interface: Response records, Address). */
import Type, { type Static } from 'typebox';
import { textField, zipCodeField } from './fields.ts';

export const Address = Type.Object(
  {
    StreetLines: Type.Optional(
      Type.Array(textField('A street line.', { maxLength: 255 }), {
        maxItems: 10,
        description: 'Street lines, most general last.',
      }),
    ),
    City: Type.Optional(textField('City.', { maxLength: 255 })),
    State: Type.Optional(textField('State.', { minLength: 2, maxLength: 255 })),
    ZipCode: Type.Optional(zipCodeField('ZIP code.', { minLength: 5, maxLength: 10 })),
    Country: Type.Optional(textField('Country, 2 letters.', { minLength: 2, maxLength: 2 })),
  },
  { title: 'Address', description: 'A structured address.' },
);

export type AddressFields = Static<typeof Address>;
