/**
 * Warnings about addresses that do not put anything on hold: purchase order pickups, delivery estimates, hold
 * locations. Parsed and compared like other addresses; a warning never rejects a request. Pure.
 */

import { isDomesticCountry } from '../contract/states.ts';
import { isPostOfficeBox } from './post-office-box.ts';
import { isNonBlankText, matchWrittenZipCityState, type WrittenAddress } from './written-address.ts';

/**
 * Warnings in sentences that call the address `name` (`pickup address`); empty for a correct or absent address. They
 * contain no text of the caller, because they are stored permanently.
 */
export function describeAddressWarnings(name: string, address: WrittenAddress): string[] {
  const { state, zipCode } = address;
  const warnings: string[] = [];
  if (isDomesticCountry(address.country)) {
    const read = matchWrittenZipCityState(address);
    if (isNonBlankText(state) && read.state === undefined) {
      warnings.push(`The State of the ${name} is not a US state or territory.`);
    }
    if (isNonBlankText(zipCode) && read.zip5 === undefined) {
      warnings.push(`The ZipCode of the ${name} has neither 5 nor 9 digits.`);
    } else if (isNonBlankText(zipCode) && read.place === undefined) {
      warnings.push(`The ZipCode of the ${name} is not a known US ZIP code.`);
    } else if (read.place !== undefined && read.state !== undefined && !read.stateAgrees) {
      warnings.push(`The ZipCode of the ${name} is in another State.`);
    } else if (read.place !== undefined && read.city !== '' && !read.cityAgrees) {
      warnings.push(`The City of the ${name} does not match its ZipCode.`);
    }
  }
  if (isPostOfficeBox([address.address, address.address2])) warnings.push(`The ${name} is a post office box.`);
  return warnings;
}
