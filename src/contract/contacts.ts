/**
 * The contact objects of orders (interface: Contact objects). All fields are optional; a recipient that lacks some of them puts
 * its order on hold (decision 4).
 */
import Type, { type Static } from 'typebox';
import {
  flagField,
  stripZipCodeZeros,
  textField,
  textOrNumberField,
  zipCodeField,
  zipCodePatchField,
} from './fields.ts';

const optional = (description: string) => Type.Optional(textField(description));

const zipCodeDescription = 'ZIP code; for US addresses 5 or 9 digits.';

const addressFields = {
  Company: optional('Company.'),
  Address: optional('Street line.'),
  Address2: optional('Second street line: unit, suite, floor.'),
  City: optional('City.'),
  State: optional('State; for US addresses the 2-letter abbreviation.'),
  ZipCode: Type.Optional(zipCodeField(zipCodeDescription)),
  Country: optional('Country; absent, US and USA mean the United States.'),
  PhoneNumber: Type.Optional(textOrNumberField('Phone number.')),
};

const personFields = {
  FirstName: optional('First name.'),
  LastName: optional('Last name.'),
  ...addressFields,
  EmailAddress: optional('Email address.'),
};

const locationFields = {
  HoldAtLocation: Type.Optional(
    flagField('1 to ship the order to a carrier hold location. Otherwise omit the object.'),
  ),
  LocationCode: Type.Optional(textOrNumberField("The carrier's code of the location.")),
  ...addressFields,
};

const recipientText = {
  title: 'RecipientContactInfo',
  description: 'The recipient of the order. Without a usable address the order is accepted and put on hold.',
};
const billingText = {
  title: 'BillingContactInfo',
  description:
    'The payer. For US addresses State is the 2-letter abbreviation and ZipCode 5 or 9 digits; for international addresses both are left blank.',
};
const deliveryText = {
  title: 'DeliveryContactInfo',
  description: 'The carrier location that holds the package for the recipient.',
};

export const RecipientContactInfo = Type.Object(personFields, recipientText);
export const BillingContactInfo = Type.Object(personFields, billingText);
export const DeliveryContactInfo = Type.Object(locationFields, deliveryText);

/** In an update without `Country` the country of a ZIP code is the stored one. */
const updated = { ZipCode: Type.Optional(zipCodePatchField(zipCodeDescription)) };

export const RecipientContactInfoPatch = Type.Object({ ...personFields, ...updated }, recipientText);

export const contactPatchFields = {
  RecipientContactInfo: Type.Optional(RecipientContactInfoPatch),
  BillingContactInfo: Type.Optional(Type.Object({ ...personFields, ...updated }, billingText)),
  DeliveryContactInfo: Type.Optional(Type.Object({ ...locationFields, ...updated }, deliveryText)),
};

/**
 * An update in which a ZIP code without `Country` has no leading zeros: 2108 and `02108` are the same content, whatever the
 * stored country. Nothing else of the request changes; it need not be valid.
 */
export function stripZipCodeZerosOfUpdate(update: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = { ...update };
  for (const name of Object.keys(contactPatchFields)) {
    const { Country: country, ZipCode: zipCode } = (update[name] ?? {}) as { Country?: unknown; ZipCode?: unknown };
    if (country !== undefined || typeof zipCode !== 'string') continue;
    result[name] = { ...(update[name] as object), ZipCode: stripZipCodeZeros(zipCode) };
  }
  return result;
}

/** A person and an address in replies; `""` where a field was not sent. */
export const contactRecordFields = {
  FirstName: Type.String(),
  LastName: Type.String(),
  Company: Type.String(),
  Address: Type.String(),
  Address2: Type.String(),
  City: Type.String(),
  State: Type.String(),
  ZipCode: Type.String(),
  Country: Type.String(),
  PhoneNumber: Type.String(),
  EmailAddress: Type.String(),
};

export type ContactInfo = Static<typeof RecipientContactInfo>;
/** The carrier's location that holds the package for the recipient; on the wire `DeliveryContactInfo`. */
export type CarrierLocationContact = Static<typeof DeliveryContactInfo>;

export const recipientExample: ContactInfo = {
  FirstName: 'Sample',
  LastName: 'Recipient',
  Address: '100 Main St',
  City: 'Denver',
  State: 'CO',
  ZipCode: '80202',
  Country: 'US',
  PhoneNumber: '3035550100',
  EmailAddress: 'recipient@example.com',
};
