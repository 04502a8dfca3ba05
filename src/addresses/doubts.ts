/**
 * What can hardly be right about an address on which no order depends: where a purchase order is collected, a carrier's
 * location. Read and compared as any other; told, and no reason to refuse. Pure.
 */
import { readPlace } from './mends.ts';
import { namesPostOfficeBox } from './post-office-box.ts';
import { isDomestic } from './states.ts';

/** An address as somebody wrote it. */
export interface WrittenAddress {
  readonly address?: string | null | undefined;
  readonly address2?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
  readonly country?: string | null | undefined;
}

/**
 * Sentences about an address, called as the caller knows it (`pickup address`); none for one that is in order, and of what
 * is absent. In none of the caller's words: they are kept for good.
 */
export function addressDoubts(name: string, address: WrittenAddress): string[] {
  const { city, state, zipCode, country } = address;
  const doubts: string[] = [];
  if (isDomestic(country)) {
    const read = readPlace({ city: city ?? '', state: state ?? '', zipCode: zipCode ?? '', country: country ?? '' });
    if (filled(state) && read.state === undefined) {
      doubts.push(`The State of the ${name} is not a US state or territory.`);
    }
    if (filled(zipCode) && read.zip5 === undefined) {
      doubts.push(`The ZipCode of the ${name} has neither 5 nor 9 digits.`);
    } else if (filled(zipCode) && read.place === undefined) {
      doubts.push(`The ZipCode of the ${name} is not a known US ZIP code.`);
    } else if (read.place !== undefined && read.state !== undefined && !read.stateAgrees) {
      doubts.push(`The ZipCode of the ${name} lies in another State.`);
    } else if (read.place !== undefined && read.city !== '' && !read.cityAgrees) {
      doubts.push(`The City of the ${name} is not the one of its ZipCode.`);
    }
  }
  if (namesPostOfficeBox(address.address) || namesPostOfficeBox(address.address2)) {
    doubts.push(`The ${name} is a post office box.`);
  }
  return doubts;
}

function filled(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && text.trim() !== '';
}
