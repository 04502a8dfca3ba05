/** Who asks for a change of the catalogue (interface: SKU and requestor). */
import Type, { type Static } from 'typebox';
import { text } from './fields.ts';

export const RequestorInfo = Type.Object(
  {
    FirstName: text('First name.', { minLength: 1, maxLength: 60 }),
    LastName: text('Last name.', { minLength: 1, maxLength: 60 }),
    EmailAddress: text('Email address.', { format: 'email', maxLength: 255 }),
    PhoneNumber: Type.Optional(text('Phone number.', { minLength: 10, maxLength: 255 })),
  },
  { title: 'RequestorInfo', description: 'Who asks for the change.' },
);

export type Requestor = Static<typeof RequestorInfo>;

export const requestorExample: Requestor = {
  FirstName: 'Sample',
  LastName: 'Requestor',
  EmailAddress: 'requestor@example.com',
  PhoneNumber: '7075550100',
};
