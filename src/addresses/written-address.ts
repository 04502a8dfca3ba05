/** An address as written in a request, where any part may be absent, null or blank. Pure. */

import { matchZipCityState, type ZipCityStateMatch } from './suggestions.ts';

export interface WrittenAddress {
  readonly address?: string | null | undefined;
  readonly address2?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
  readonly country?: string | null | undefined;
}

export function isNonBlankText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.trim() !== '';
}

/** `matchZipCityState` for an address as written: absent parts count as empty. */
export function matchWrittenZipCityState({ city, state, zipCode, country }: WrittenAddress): ZipCityStateMatch {
  return matchZipCityState({ city: city ?? '', state: state ?? '', zipCode: zipCode ?? '', country: country ?? '' });
}
