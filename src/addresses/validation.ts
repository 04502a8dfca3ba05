/**
 * Validates an address without asking anybody (interface: Commerce; decision 9): street lines are standardized, ZIP, city
 * and state checked against each other and mended, and what a carrier of wine must know is said. Pure.
 *
 * Without a source of delivery points it never claims that somebody gets mail there: the best it says is UNVERIFIED.
 */
import { quoteTruncated } from '../lib/quoted.ts';
import { type AddressClassification, classifyAddress } from './classification.ts';
import { militaryAddress, streetsOnly } from './delivery-limits.ts';
import type { Place } from './places.ts';
import { isDomestic, isMilitary, isTerritory, stateNames } from './states.ts';
import { type StreetLine, standardStreetLine } from './street-line.ts';
import { type ReadPlace, readPlace, suggestionsFor } from './suggestions.ts';

export const indicators = ['VALID', 'UNVERIFIED', 'CORRECTED', 'AMBIGUOUS', 'INVALID'] as const;
export type Indicator = (typeof indicators)[number];

export interface GivenAddress {
  readonly streetLines: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
}

export interface AddressCandidate {
  readonly streetLines: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
}

export interface Validation {
  readonly indicator: Indicator;
  readonly classification: AddressClassification;
  /** The first is always the input, standardized; at most as many as were asked for, at least one. */
  readonly candidates: readonly AddressCandidate[];
  readonly notes: Notes;
  /** Where the address lies, as far as that is known: the one mend, else the place of its ZIP, else the best mend. */
  readonly place: Place | undefined;
  /** The state as it was named, which is what an order is judged by; `undefined` where it is none, and abroad. */
  readonly namedState: string | undefined;
  /** What a source of delivery points could be asked about: the mend where there is one, else the input. */
  readonly sourceQuery: AddressCandidate | undefined;
}

/** What the caller should know, in sentences. */
export interface Notes {
  /** In what ZIP, city and state do not agree. */
  readonly place: readonly string[];
  /** What matters to a carrier of wine. */
  readonly deliveryLimits: readonly string[];
  /** On what the classification stands; `''` for UNKNOWN. */
  readonly evidence: string;
  /** Whether anybody was asked; `''` where there is nothing to ask. */
  readonly confirmation: string;
}

/** Said of every address that nobody was asked about. */
export const unconfirmed =
  'No source of delivery points is asked: that mail is delivered at the address is not confirmed.';

/** The notes as they are told, the most important first. */
export function messagesOf({ place, deliveryLimits, evidence, confirmation }: Notes): string[] {
  return [...place, ...deliveryLimits, evidence, confirmation].filter((message) => message !== '');
}

/**
 * The input in standard form: street lines by Publication 28 (empty ones left out), city in capitals, state as its code,
 * ZIP code as 5 digits or ZIP+4, country `US` for the United States and its territories. What cannot be read stays.
 */
export function standardAddress(given: GivenAddress): AddressCandidate {
  return standardize(given, streetOf(given), readPlace(given));
}

function streetOf(given: GivenAddress): StreetLine[] {
  return given.streetLines.map(standardStreetLine).filter((line) => line.text !== '');
}

function standardize(given: GivenAddress, lines: readonly StreetLine[], read: ReadPlace): AddressCandidate {
  const domestic = isDomestic(given.country);
  const zip = given.zipCode.trim().toUpperCase();
  return {
    streetLines: lines.map((line) => line.text),
    city: capitals(given.city),
    state: (domestic ? read.state : undefined) ?? capitals(given.state),
    zipCode: domestic && /^\d{9}$/.test(zip) ? `${zip.slice(0, 5)}-${zip.slice(5)}` : zip,
    country: domestic ? 'US' : given.country.trim().toUpperCase(),
  };
}

function capitals(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Validates one address; at most `maxCandidates` candidates (at least 1). Never throws. */
export function validateAddress(given: GivenAddress, maxCandidates = 5): Validation {
  const lines = streetOf(given);
  const read = readPlace(given);
  const input = standardize(given, lines, read);
  const { classification, evidence } = classifyAddress(lines);

  if (!isDomestic(given.country)) {
    const abroad = 'Only addresses of the United States are checked; this one is taken as it is.';
    return {
      indicator: 'UNVERIFIED',
      classification,
      candidates: [input],
      notes: { place: [abroad], deliveryLimits: streetNotes(lines), evidence, confirmation: '' },
      place: undefined,
      namedState: undefined,
      sourceQuery: undefined,
    };
  }
  const { count, places: suggestions } = suggestionsFor(read, given.zipCode, Math.max(1, maxCandidates - 1));
  const indicator = indicatorOf(read, lines, count);
  const corrected = suggestions.map((place) => ({
    ...input,
    city: place.city.toUpperCase(),
    state: place.state,
    // The four digits behind the hyphen belong to the ZIP that they were given with.
    zipCode: place.zip === read.zip5 ? input.zipCode : place.zip,
  }));
  const place = indicator === 'CORRECTED' ? suggestions[0] : (read.place ?? suggestions[0]);
  return {
    indicator,
    classification,
    candidates: [input, ...corrected.slice(0, Math.max(0, maxCandidates - 1))],
    notes: {
      place: placeNotes(given, read, suggestions),
      deliveryLimits: [...regionNotes(place?.state ?? read.state), ...streetNotes(lines)],
      evidence,
      confirmation: indicator === 'INVALID' ? '' : unconfirmed,
    },
    place,
    namedState: read.state,
    sourceQuery: lines.length === 0 ? undefined : indicator === 'CORRECTED' ? corrected[0] : input,
  };
}

/** UNVERIFIED when all parts agree, else by the number of mends; without a street nothing is mended (decision 9). */
function indicatorOf(read: ReadPlace, lines: readonly StreetLine[], suggestions: number): Indicator {
  if (lines.length === 0) return 'INVALID';
  if (read.cityAgrees && read.stateAgrees) return 'UNVERIFIED';
  return suggestions === 0 ? 'INVALID' : suggestions === 1 ? 'CORRECTED' : 'AMBIGUOUS';
}

function nameOf(place: Place): string {
  return `${place.city}, ${place.state}`;
}

function placeNotes(given: GivenAddress, read: ReadPlace, suggestions: readonly Place[]): string[] {
  const notes: string[] = [];
  const zip = given.zipCode.trim();
  if (zip === '') notes.push('The address has no ZipCode.');
  else if (read.zip5 === undefined) notes.push(`ZipCode ${quoteTruncated(zip)} has neither 5 nor 9 digits.`);
  else if (read.place === undefined) notes.push(`ZipCode ${read.zip5} is not a known US ZIP code.`);
  if (given.state.trim() !== '' && read.state === undefined) {
    notes.push(`State ${quoteTruncated(given.state.trim())} is not a US state or territory.`);
  } else if (read.state === undefined) {
    notes.push('The address has no State.');
  }
  if (read.city === '') notes.push('The address has no City.');
  if (read.place !== undefined) {
    if (read.state !== undefined && !read.stateAgrees) {
      notes.push(`ZipCode ${read.place.zip} lies in ${nameOf(read.place)}, not in ${stateNames[read.state]}.`);
    } else if (read.city !== '' && !read.cityAgrees) {
      notes.push(`ZipCode ${read.place.zip} is ${nameOf(read.place)}; the City is ${quoteTruncated(read.city)}.`);
    }
  }
  if (notes.length > 0 && suggestions.length === 0) notes.push('No place like it is known.');
  return notes;
}

function regionNotes(state: string | undefined): string[] {
  if (state === undefined) return [];
  if (isMilitary(state)) return [militaryAddress];
  return isTerritory(state) ? [`${stateNames[state]} is reached by sea or air and takes longer.`] : [];
}

function streetNotes(lines: readonly StreetLine[]): string[] {
  if (lines.length === 0) return ['The address has no street line.'];
  const notes: string[] = [];
  if (lines.some((line) => line.kind === 'post office box')) {
    notes.push(`This is a post office box: ${streetsOnly}, and wine needs a signature.`);
  } else if (lines.some((line) => line.kind === 'general delivery')) {
    notes.push(`General delivery is collected at a post office: ${streetsOnly}.`);
  } else if (!lines.some((line) => line.hasNumber)) {
    notes.push('The street line has no house number.');
  }
  return notes;
}
