/** POST /api/Address/Validation (interface: Commerce, Limits; decisions 9 and 27). */

import Type, { type Static } from 'typebox';
import { Address, type AddressFields } from '../../contract/address.ts';
import { codeField, textOrNumberField, transactionReferenceField } from '../../contract/fields.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { validateAddressWithVerifier } from '../check-address.ts';
import { addressClassifications } from '../classification.ts';
import { findCarrierLocations } from '../find-locations.ts';
import { carriersWithLocations, type FoundCarrierLocation } from '../location.ts';
import { pointOfZip } from '../places.ts';
import type { PostalAddress } from '../postal-address.ts';
import {
  type AddressValidation,
  addressValidationIndicators,
  messagesOfAddressNotes,
  validateAddress,
} from '../validation.ts';
import {
  addressMessagesField,
  coordinatesField,
  defaultRadiusMiles,
  roundMilesToTwoDecimals,
  toCoordinatesReply,
} from './location-fields.ts';

const defaultCandidates = 5;
const defaultLocations = 10;

const request = Type.Object({
  ClientReferenceCode: textOrNumberField("The caller's own reference of the request; may be empty.", { maxLength: 36 }),
  ShippingCarrier: codeField('The carrier that will deliver.', [...carriersWithLocations, 'Other'] as const),
  Address,
  MaxCandidateListSize: Type.Optional(
    Type.Integer({
      description: 'Maximum number of candidates; the first is always the input, standardized.',
      minimum: 1,
      maximum: 50,
      default: defaultCandidates,
    }),
  ),
  PALRequest: Type.Optional(
    Type.Object(
      {
        IncludePAL: Type.Optional(Type.Boolean({ description: 'Requests PALDetails.' })),
        SearchRadius: Type.Optional(
          Type.Number({
            description: 'Search radius in miles.',
            minimum: 5,
            maximum: 50,
            default: defaultRadiusMiles,
          }),
        ),
        MaxPALListSize: Type.Optional(
          Type.Integer({
            description: 'Maximum number of locations.',
            minimum: 1,
            maximum: 100,
            default: defaultLocations,
          }),
        ),
      },
      { description: 'Pick up at location: requests locations of the carrier near the address.' },
    ),
  ),
});

const address = {
  StreetLines: Type.Array(Type.String(), { description: 'Street lines.' }),
  City: Type.String({ description: 'City.' }),
  State: Type.String({ description: 'State, 2 letters.' }),
  ZipCode: Type.String({ description: 'ZIP code, 5 digits or ZIP+4.' }),
  Country: Type.String({ description: 'Country, 2 letters.' }),
};

const AddressCandidateFields = Type.Object(
  {
    AddressClassificationIndicator: codeField(
      'Whether the address is residential or a business.',
      addressClassifications,
    ),
    CandidateAddressFormat: Type.Object(address, { description: 'The address.' }),
  },
  { title: 'AddressCandidate' },
);

const PALResponse = Type.Object(
  {
    LocationId: Type.String({ description: 'Id of the location; orders send it as LocationCode.' }),
    StoreNumber: Type.String({ description: "The store's own number." }),
    Distance: Type.String({ description: 'Miles from the address.' }),
    CompanyName: Type.String({ description: 'Name of the location.' }),
    LocationType: Type.String({ description: 'Type of the location.' }),
    Address: Type.Object(
      { GeographicCoordinates: coordinatesField, ...address },
      { description: 'Address of the location.' },
    ),
    PhoneNumber: Type.String({ description: 'Phone number.' }),
    EmailAddress: Type.String({ description: 'Email address.' }),
  },
  { title: 'PALResponse' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: transactionReferenceField('Reference of this request.'),
    AddressValidationIndicator: codeField(
      'VALID: confirmed by a delivery point source. UNVERIFIED: all parts agree, or the country is not the United States, and no source confirmed the address. CORRECTED: there is one suggestion. AMBIGUOUS: there are several. INVALID: the parts disagree and there is no suggestion, or there is no street line.',
      addressValidationIndicators,
    ),
    AddressClassificationIndicator: codeField(
      'Whether the address is residential or a business; Messages has the evidence.',
      addressClassifications,
    ),
    AddressCandidates: Type.Array(AddressCandidateFields, {
      description: 'The input in standard form, then the suggestions, most likely first.',
    }),
    PALDetails: Type.Array(PALResponse, { description: 'Locations of the carrier near the address, nearest first.' }),
    Messages: addressMessagesField,
  },
  { title: 'AddressValidationReply' },
);

function toCandidate(
  found: PostalAddress,
  { classification }: AddressValidation,
): Static<typeof AddressCandidateFields> {
  return {
    AddressClassificationIndicator: classification,
    CandidateAddressFormat: {
      StreetLines: [...found.streetLines],
      City: found.city,
      State: found.state,
      ZipCode: found.zipCode,
      Country: found.country,
    },
  };
}

function toPalLocation({ location: found, distanceMiles }: FoundCarrierLocation): Static<typeof PALResponse> {
  return {
    LocationId: found.locationId,
    StoreNumber: found.storeNumber,
    Distance: String(roundMilesToTwoDecimals(distanceMiles)),
    CompanyName: found.companyName,
    LocationType: found.locationType,
    Address: {
      GeographicCoordinates: toCoordinatesReply(found.point),
      StreetLines: [...found.streetLines],
      City: found.city,
      State: found.state,
      ZipCode: found.zipCode,
      Country: 'US',
    },
    PhoneNumber: found.phoneNumber,
    EmailAddress: found.emailAddress,
  };
}

const example: Static<typeof reply> = {
  TransactionReferenceNumber: '019a7c2e-4a6b-7c3d-9e10-2f3a4b5c6d7e',
  AddressValidationIndicator: 'CORRECTED',
  AddressClassificationIndicator: 'RESIDENTIAL',
  AddressCandidates: [
    {
      AddressClassificationIndicator: 'RESIDENTIAL',
      CandidateAddressFormat: {
        StreetLines: ['100 N MAIN ST APT 5'],
        City: 'NAAP',
        State: 'CA',
        ZipCode: '94558',
        Country: 'US',
      },
    },
    {
      AddressClassificationIndicator: 'RESIDENTIAL',
      CandidateAddressFormat: {
        StreetLines: ['100 N MAIN ST APT 5'],
        City: 'NAPA',
        State: 'CA',
        ZipCode: '94558',
        Country: 'US',
      },
    },
  ],
  PALDetails: [
    {
      LocationId: 'F94558',
      StoreNumber: '4821',
      Distance: '0.62',
      CompanyName: 'Corner Pharmacy',
      LocationType: 'PHARMACY',
      Address: {
        GeographicCoordinates: { Latitude: '38.4899', Longitude: '-122.2712' },
        StreetLines: ['412 MARKET ST'],
        City: 'NAPA',
        State: 'CA',
        ZipCode: '94558',
        Country: 'US',
      },
      PhoneNumber: '555-0121',
      EmailAddress: '',
    },
  ],
  Messages: [
    'ZIP code 94558 is in Napa, CA, but City is "Naap".',
    'RESIDENTIAL, by the unit APT in the address.',
    'Delivery point not verified: no delivery point source is configured.',
  ],
};

/** The mock's reply: what is known of the address without the database and without a source of delivery points. */
function exampleFor({
  Address: address,
  ShippingCarrier,
  MaxCandidateListSize,
  PALRequest,
}: Static<typeof request>): Static<typeof reply> {
  const validation = validateAddress(givenAddress(address), MaxCandidateListSize ?? defaultCandidates);
  const hasLocations = PALRequest?.IncludePAL === true && ShippingCarrier !== 'Other';
  return {
    ...example,
    AddressValidationIndicator: validation.indicator,
    AddressClassificationIndicator: validation.classification,
    AddressCandidates: validation.candidates.map((found) => toCandidate(found, validation)),
    PALDetails: hasLocations ? example.PALDetails : [],
    Messages: messagesOfAddressNotes(validation.notes),
  };
}

function givenAddress(address: AddressFields): PostalAddress {
  const { StreetLines = [], City = '', State = '', ZipCode = '', Country = '' } = address;
  return { streetLines: StreetLines, city: City, state: State, zipCode: ZipCode, country: Country };
}

export const addressValidationOperation = defineQuery({
  path: '/api/Address/Validation',
  waitsForCarrier: true,
  tag: 'Commerce',
  summary: 'Validate an address',
  description: [
    'Standardizes the street lines by Publication 28 of the postal service, checks ZIP code, city and state against each other, and returns candidates when they disagree. The first candidate is always the input, standardized; no part of it is dropped, and a whole address in the street line is split into its fields. A city name that people use for the ZIP code, such as a suburb, is kept.',
    '',
    'Without a delivery point source the best result is `UNVERIFIED`. A source that does not respond in time is not an error; `Messages` says so. `Messages` also has the evidence of the classification, and limits that matter for wine: post office boxes, military addresses, states that are not open.',
    '',
    '`PALRequest.IncludePAL` requests pickup locations of FEX or UPS near the address.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: {
    ClientReferenceCode: 'cart-1001',
    ShippingCarrier: 'FEX',
    Address: {
      StreetLines: ['100 North Main Street, Apartment 5'],
      City: 'Naap',
      State: 'CA',
      ZipCode: '94558',
      Country: 'US',
    },
    MaxCandidateListSize: 3,
    PALRequest: { IncludePAL: true, SearchRadius: 10, MaxPALListSize: 1 },
  },
  reply: {
    status: 200,
    description: 'The result of the validation, also for a wrong address.',
    schema: reply,
    example,
    exampleFor,
  },
  errors: { 400: 'A rule of the interface is broken (`ValidationFailed`). A wrong address is not an error.' },
  execute: async ({ environment, caller, request: asked, context: { reference: transaction } }) => {
    const validation = await validateAddressWithVerifier(
      environment,
      caller.customerNo,
      givenAddress(asked.Address),
      asked.MaxCandidateListSize ?? defaultCandidates,
    );
    const near = await locationsNear();
    return {
      TransactionReferenceNumber: transaction,
      AddressValidationIndicator: validation.indicator,
      AddressClassificationIndicator: validation.classification,
      AddressCandidates: validation.candidates.map((found) => toCandidate(found, validation)),
      PALDetails: near.found.map(toPalLocation),
      Messages: [...validation.messages, ...near.messages],
    };

    async function locationsNear(): Promise<{ found: readonly FoundCarrierLocation[]; messages: readonly string[] }> {
      if (asked.PALRequest?.IncludePAL !== true) return { found: [], messages: [] };
      if (asked.ShippingCarrier === 'Other') {
        return { found: [], messages: ['Pickup locations are available for FEX and UPS only.'] };
      }
      const from = validation.place && pointOfZip(validation.place.zip);
      if (from === undefined) {
        return { found: [], messages: ['No pickup locations: the position of the address is unknown.'] };
      }
      const { SearchRadius = defaultRadiusMiles, MaxPALListSize = defaultLocations } = asked.PALRequest;
      return await findCarrierLocations(environment, {
        carriers: [asked.ShippingCarrier],
        from,
        radiusMiles: SearchRadius,
        skip: 0,
        top: MaxPALListSize,
      });
    }
  },
});
