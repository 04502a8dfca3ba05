/** The requestor of a change of the catalog (interface: SKU and requestor). */
import Type, { type Static } from 'typebox';
import { textField, textOrNumberField } from './fields.ts';

export const RequestorInfo = Type.Object(
  {
    FirstName: textField('First name.', { minLength: 1, maxLength: 60 }),
    LastName: textField('Last name.', { minLength: 1, maxLength: 60 }),
    EmailAddress: textField('Email address.', { format: 'email', maxLength: 255 }),
    PhoneNumber: Type.Optional(textOrNumberField('Phone number.', { minLength: 10, maxLength: 255 })),
  },
  { title: 'RequestorInfo', description: 'The person who requests the change.' },
);

export type RequestorFields = Static<typeof RequestorInfo>;

export const requestorExample: RequestorFields = {
  FirstName: 'Sample',
  LastName: 'Requestor',
  EmailAddress: 'requestor@example.com',
  PhoneNumber: '7075550100',
};
