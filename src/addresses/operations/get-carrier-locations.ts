/** POST /api/Address/GetCarrierLocations (interface: Commerce, Limits; decisions 9, 15 and 27). */

import Type, { type Static } from 'typebox';
import { codeField, textField, transactionReferenceField, zipCodeField } from '../../contract/fields.ts';
import { pageReplyFields, pageRequestFields } from '../../contract/paging.ts';
import { invariant } from '../../lib/assert.ts';
import { defaultPagingRules, hasMoreRecords, parsePageRange } from '../../lib/paging.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { parseBusinessHours } from '../business-hours.ts';
import { findCarrierLocations, noLocationSourceRepliedError } from '../find-locations.ts';
import { carriersWithLocations, type FoundCarrierLocation } from '../location.ts';
import { resolveSearchOrigin } from '../search-origin.ts';
import {
  addressMessagesField,
  coordinatesField,
  defaultRadiusMiles,
  roundMilesToTwoDecimals,
  toCoordinatesReply,
} from './location-fields.ts';

const request = Type.Object({
  ShippingCarrier: Type.Optional(
    codeField('Only locations of this carrier; by default of both.', carriersWithLocations),
  ),
  City: Type.Optional(textField('City; with State.', { maxLength: 255 })),
  State: Type.Optional(textField('State, as code or name.', { maxLength: 255 })),
  ZipCode: Type.Optional(zipCodeField('ZIP code, 5 or 9 digits.', { maxLength: 10 })),
  SearchRadius: Type.Optional(
    Type.Number({ description: 'Search radius in miles.', minimum: 5, maximum: 50, default: defaultRadiusMiles }),
  ),
  Latitude: Type.Optional(Type.Number({ description: 'Degrees; with Longitude.', minimum: -90, maximum: 90 })),
  Longitude: Type.Optional(Type.Number({ description: 'Degrees; with Latitude.', minimum: -180, maximum: 180 })),
  ...pageRequestFields(defaultPagingRules.defaultTop),
});

const CarrierLocation = Type.Object(
  {
    ShippingCarrier: codeField('The carrier.', carriersWithLocations),
    LocationId: Type.String({ description: 'Id of the location; orders send it as LocationCode.' }),
    StoreNumber: Type.String({ description: "The store's own number." }),
    LocationType: Type.String({ description: 'Type of the location.' }),
    IsAlcoholShipmentAllowed: Type.Boolean({
      description: 'Always true: other locations are omitted. Set by the operator, because carriers do not report it.',
    }),
    Distance: Type.Number({ description: 'Distance from the center of the search in miles.' }),
    Address: Type.Object(
      {
        CompanyName: Type.String({ description: 'Name of the location.' }),
        StreetLines: Type.Array(Type.String(), { description: 'Street lines.' }),
        City: Type.String({ description: 'City.' }),
        State: Type.String({ description: 'State, 2 letters.' }),
        ZipCode: Type.String({ description: 'ZIP code.' }),
        Country: Type.String({ description: 'Country, 2 letters.' }),
        GeographicCoordinates: coordinatesField,
      },
      { description: 'Address of the location.' },
    ),
    PhoneNumber: Type.String({ description: 'Phone number.' }),
    OperatingHours: Type.Array(Type.String(), { description: 'Opening hours, one line for each part of the week.' }),
    BusinessHours: Type.Array(
      Type.Object(
        {
          DayOfWeek: Type.String({ description: 'Monday to Sunday.' }),
          Open: Type.String({ description: 'HH:mm.' }),
          Close: Type.String({ description: 'HH:mm; 23:59 for the end of the day.' }),
        },
        { title: 'BusinessHours' },
      ),
      {
        description:
          'OperatingHours by day, in the form that existing clients read. A day with a break has two entries. Days without hours are omitted.',
      },
    ),
  },
  { title: 'CarrierLocation' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: transactionReferenceField('Reference of this request.'),
    ...pageReplyFields(defaultPagingRules.defaultTop),
    CarrierLocations: Type.Array(CarrierLocation, { description: 'Nearest first.' }),
    Messages: addressMessagesField,
  },
  { title: 'GetCarrierLocationsReply' },
);

const example: Static<typeof CarrierLocation> = {
  ShippingCarrier: 'FEX',
  LocationId: 'F94558',
  StoreNumber: '4821',
  LocationType: 'PHARMACY',
  IsAlcoholShipmentAllowed: true,
  Distance: 0.62,
  Address: {
    CompanyName: 'Corner Pharmacy',
    StreetLines: ['412 MARKET ST'],
    City: 'NAPA',
    State: 'CA',
    ZipCode: '94558',
    Country: 'US',
    GeographicCoordinates: { Latitude: '38.4899', Longitude: '-122.2712' },
  },
  PhoneNumber: '555-0121',
  OperatingHours: ['Mo-Tu 09:00-19:00', 'We-Su closed'],
  BusinessHours: [
    { DayOfWeek: 'Monday', Open: '09:00', Close: '19:00' },
    { DayOfWeek: 'Tuesday', Open: '09:00', Close: '19:00' },
  ],
};

function toCarrierLocation({ location, distanceMiles }: FoundCarrierLocation): Static<typeof CarrierLocation> {
  return {
    ShippingCarrier: location.carrier,
    LocationId: location.locationId,
    StoreNumber: location.storeNumber,
    LocationType: location.locationType,
    IsAlcoholShipmentAllowed: location.isAlcoholAllowed,
    Distance: roundMilesToTwoDecimals(distanceMiles),
    Address: {
      CompanyName: location.companyName,
      StreetLines: [...location.streetLines],
      City: location.city,
      State: location.state,
      ZipCode: location.zipCode,
      Country: 'US',
      GeographicCoordinates: toCoordinatesReply(location.point),
    },
    PhoneNumber: location.phoneNumber,
    OperatingHours: [...location.operatingHours],
    BusinessHours: parseBusinessHours(location.operatingHours).map(({ day, open, close }) => ({
      DayOfWeek: day,
      Open: open,
      Close: close,
    })),
  };
}

export const getCarrierLocationsOperation = defineQuery({
  path: '/api/Address/GetCarrierLocations',
  waitsForCarrier: true,
  tag: 'Commerce',
  summary: 'List carrier pickup locations',
  description: [
    'Finds the locations around coordinates, a ZIP code, or a city with its state; the most precise one given is used. Nearest first; only locations where wine shipments are allowed.',
    '',
    'To ship an order to a location, send `DeliveryContactInfo.HoldAtLocation` 1 and the `LocationId` as `LocationCode`.',
    '',
    'An unknown ZIP code is rejected (400), because an empty list would mean that no location is near; when City and State are given as well, they are used instead.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: { ShippingCarrier: 'FEX', ZipCode: '94558', SearchRadius: 10, Top: 5 },
  reply: {
    status: 200,
    description: 'The locations within the radius; none is an empty list.',
    schema: reply,
    example: {
      TransactionReferenceNumber: '019a7c2e-4a6b-7c3d-9e10-2f3a4b5c6d7e',
      TotalRecordCount: 1,
      Skip: 0,
      Top: 5,
      MoreRecords: false,
      CarrierLocations: [example],
      Messages: [],
    },
  },
  errors: {
    400: 'A rule of the interface is broken, or the center of the search is missing, unknown or contradictory (`ValidationFailed`).',
  },
  check: (asked) => {
    const origin = resolveSearchOrigin(asked);
    const page = parsePageRange({ skip: asked.Skip, top: asked.Top });
    return [...('faults' in origin ? origin.faults : []), ...(page.ok ? [] : page.faults)];
  },
  execute: async ({ environment, request: asked, context: { reference: transaction } }) => {
    const origin = resolveSearchOrigin(asked);
    const read = parsePageRange({ skip: asked.Skip, top: asked.Top });
    invariant(read.ok && 'from' in origin, 'the request was not checked');
    const { page } = read;
    const carriers = asked.ShippingCarrier === undefined ? carriersWithLocations : [asked.ShippingCarrier];
    const found = await findCarrierLocations(environment, {
      carriers,
      from: origin.from,
      radiusMiles: asked.SearchRadius ?? defaultRadiusMiles,
      skip: page.skip,
      top: page.top,
    });
    // An empty list would wrongly mean that no location is near.
    const [unreachable] = found.unreachable;
    if (unreachable !== undefined && found.unreachable.length === carriers.length)
      throw noLocationSourceRepliedError(unreachable);
    return {
      TransactionReferenceNumber: transaction,
      TotalRecordCount: found.total,
      Skip: page.skip,
      Top: page.top,
      MoreRecords: hasMoreRecords(page, found.total),
      CarrierLocations: found.found.map(toCarrierLocation),
      Messages: [...found.messages],
    };
  },
});
