/**
 * Validates the recipient of an order (decision 4): it needs Address, City, State and ZipCode. An unknown US ZIP, a ZIP
 * in another state, and a hold location without its code are Address holds. Pure: uses the place data only, never a
 * carrier (decision 27). ZIP, city and state are parsed and compared as in Address/Validation. A fault never rejects an
 * order; the order is on hold until the recipient is corrected.
 */

import { isDomesticCountry, isMilitaryStateCode } from '../contract/states.ts';
import { quoteTruncated } from '../lib/quoted.ts';
import { noMilitaryDeliveryMessage, streetsOnlyMessage } from './delivery-limit-messages.ts';
import type { ZipPlace } from './places.ts';
import { isPostOfficeBox } from './post-office-box.ts';
import { lacksStreetName, standardizeStreetLine } from './street-line.ts';
import { describeAddressWarnings } from './warnings.ts';
import { isNonBlankText, matchWrittenZipCityState, type WrittenAddress } from './written-address.ts';

export type RecipientAddress = WrittenAddress;

/** The address of a hold location; callers seldom send more than its code. */
export interface CarrierHoldLocationAddress extends RecipientAddress {
  readonly holdAtLocation?: number | null | undefined;
  readonly locationCode?: string | null | undefined;
  /** True for will call: no carrier delivers the order. */
  readonly isCollected?: boolean;
}

type RecipientFaultCode =
  | 'RecipientMissing'
  | 'AddressMissing'
  | 'CityMissing'
  | 'StateMissing'
  | 'ZipCodeMissing'
  | 'StateUnknown'
  | 'ZipCodeMalformed'
  | 'ZipCodeUnknown'
  | 'ZipCodeInOtherState'
  | 'LocationCodeMissing';

type RecipientWarningCode =
  | 'CityDiffers'
  | 'StreetNameMissing'
  | 'PostOfficeBox'
  | 'MilitaryAddress'
  | 'LocationDoubtful';

interface RecipientFault {
  readonly code: RecipientFaultCode;
  /** For the customer: the problem, the required action, and what ends the hold. */
  readonly message: string;
}

interface RecipientWarning {
  readonly code: RecipientWarningCode;
  /** Contains no text of the caller, because messages about an order are stored permanently. */
  readonly message: string;
}

export interface RecipientValidation {
  /** True exactly when there are no faults. */
  readonly usable: boolean;
  readonly faults: readonly RecipientFault[];
  readonly warnings: readonly RecipientWarning[];
  /** The place of the recipient's US ZIP code, if known. */
  readonly place: ZipPlace | undefined;
}

const actionNeeded = 'Action needed: correct it with UpdateSalesOrder, which ends the hold.';

/**
 * Validates a recipient and the carrier location that holds the package, if given (decision 4). With a hold location,
 * and for will call, the delivery limits of FedEx and UPS do not apply to the recipient's address.
 * US addresses (`isDomesticCountry`) need a consistent Address, City, State and ZipCode; a territory given as the country is the
 * state where no state is given. A city that does not match its ZIP code is a warning. Foreign addresses need
 * Address and City; their ZIP is not checked. Returns all faults, in field order.
 */
export function validateRecipient(
  recipient: RecipientAddress | null | undefined,
  delivery?: CarrierHoldLocationAddress | null | undefined,
): RecipientValidation {
  const faults: RecipientFault[] = [];
  const warnings: RecipientWarning[] = [];
  const fault = (code: RecipientFaultCode, what: string): void => {
    faults.push({ code, message: `${what} ${actionNeeded}` });
  };
  let place: ZipPlace | undefined;

  if (!recipient || isBlank(recipient)) {
    fault('RecipientMissing', 'The order has no recipient address.');
  } else {
    if (!isNonBlankText(recipient.address)) fault('AddressMissing', 'The recipient has no street address (Address).');
    if (!isNonBlankText(recipient.city)) fault('CityMissing', 'The recipient has no City.');
    const isDelivered = delivery?.holdAtLocation !== 1 && delivery?.isCollected !== true;
    if (isDomesticCountry(recipient.country)) place = validateDomestic(recipient, fault, warnings, isDelivered);
    if (isDomesticCountry(recipient.country) && isStreetNameMissing(recipient)) {
      const message = 'The recipient address has no street name; action needed: correct it with UpdateSalesOrder.';
      warnings.push({ code: 'StreetNameMissing', message });
    }
    if (isDelivered && isPostOfficeBox([recipient.address, recipient.address2])) {
      warnings.push({
        code: 'PostOfficeBox',
        message: `The recipient address is a PO box, and ${streetsOnlyMessage}; action needed: the winery sends a street address with UpdateSalesOrder.`,
      });
    }
  }
  if (delivery?.holdAtLocation === 1) {
    if (!isNonBlankText(delivery.locationCode)) {
      fault('LocationCodeMissing', 'HoldAtLocation is 1, but DeliveryContactInfo has no LocationCode.');
    }
    const locationWarnings = describeAddressWarnings("carrier's location", delivery);
    warnings.push(...locationWarnings.map((message) => ({ code: 'LocationDoubtful', message }) as const));
  }
  return { usable: faults.length === 0, faults, warnings, place };
}

function validateDomestic(
  recipient: RecipientAddress,
  fault: (code: RecipientFaultCode, what: string) => void,
  warnings: RecipientWarning[],
  isDelivered: boolean,
): ZipPlace | undefined {
  const { state, zipCode } = recipient;
  const read = matchWrittenZipCityState(recipient);
  if (read.state === undefined) {
    if (isNonBlankText(state))
      fault('StateUnknown', `The recipient State ${quoteTruncated(state.trim())} is not a US state or territory.`);
    else fault('StateMissing', 'The recipient has no State.');
  }
  if (!isNonBlankText(zipCode)) {
    fault('ZipCodeMissing', 'The recipient has no ZipCode.');
  } else if (read.zip5 === undefined) {
    fault('ZipCodeMalformed', `The recipient ZipCode ${quoteTruncated(zipCode.trim())} has neither 5 nor 9 digits.`);
  } else if (read.place === undefined) {
    fault('ZipCodeUnknown', `The recipient ZipCode ${read.zip5} is not a known US ZIP code.`);
  } else if (read.state !== undefined && !read.stateAgrees) {
    const actual = `${read.place.city}, ${read.place.state}`;
    fault('ZipCodeInOtherState', `ZIP code ${read.zip5} is in ${actual}, but State is ${read.state}.`);
  } else if (read.state !== undefined && read.city !== '' && !read.cityAgrees) {
    warnings.push({ code: 'CityDiffers', message: 'The recipient City does not match its ZipCode.' });
  }
  const region = read.place?.state ?? read.state;
  if (isDelivered && region !== undefined && isMilitaryStateCode(region)) {
    const message = `The recipient has a military address, and ${noMilitaryDeliveryMessage}; action needed: the winery sends another address with UpdateSalesOrder.`;
    warnings.push({ code: 'MilitaryAddress', message });
  }
  return read.place;
}

/** A cheap prefilter, because this check runs for every order: nearly every street has a word that names it. */
const namedWord =
  /(?<!\p{L})(?!(?:apt|apartment|suite|ste|unit|floor|bldg|building|room|lot|street|ave|avenue|road|blvd|drive|lane|court|north|south|east|west)(?!\p{L}))\p{L}{3,}/iu;

function isStreetNameMissing({ address, address2 }: RecipientAddress): boolean {
  const lines = [address, address2].filter(isNonBlankText);
  if (lines.length === 0 || lines.some((line) => namedWord.test(line))) return false;
  return lacksStreetName(lines.map(standardizeStreetLine));
}

function isBlank(recipient: RecipientAddress): boolean {
  const { address, address2, city, state, zipCode } = recipient;
  return ![address, address2, city, state, zipCode].some(isNonBlankText);
}
