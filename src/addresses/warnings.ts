/**
 * What can hardly be right about an address that holds nothing up: where a purchase order is collected, where estimates of
 * delivery are asked for, the carrier's location that an order is held at. Read and compared as any other; told, and no
 * reason to refuse. Pure.
 */
import { isDomestic } from './states.ts';
import { isFilled, isPostOfficeBox, readWrittenPlace, type WrittenAddress } from './written-address.ts';

/**
 * Sentences about an address, called as the caller knows it (`pickup address`); none for one that is in order, and of what
 * is absent. In none of the caller's words: they are kept for good.
 */
export function addressWarnings(name: string, address: WrittenAddress): string[] {
  const { state, zipCode } = address;
  const warnings: string[] = [];
  if (isDomestic(address.country)) {
    const read = readWrittenPlace(address);
    if (isFilled(state) && read.state === undefined) {
      warnings.push(`The State of the ${name} is not a US state or territory.`);
    }
    if (isFilled(zipCode) && read.zip5 === undefined) {
      warnings.push(`The ZipCode of the ${name} has neither 5 nor 9 digits.`);
    } else if (isFilled(zipCode) && read.place === undefined) {
      warnings.push(`The ZipCode of the ${name} is not a known US ZIP code.`);
    } else if (read.place !== undefined && read.state !== undefined && !read.stateAgrees) {
      warnings.push(`The ZipCode of the ${name} lies in another State.`);
    } else if (read.place !== undefined && read.city !== '' && !read.cityAgrees) {
      warnings.push(`The City of the ${name} is not the one of its ZipCode.`);
    }
  }
  if (isPostOfficeBox(address)) warnings.push(`The ${name} is a post office box.`);
  return warnings;
}
