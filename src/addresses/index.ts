/** The public interface of the addresses slice. */

export type { AddressQuery, AddressSource, AddressVerdict } from './address-source.ts';
export { type City, listMajorCities } from './cities.ts';
export { loadCities } from './city-index.ts';
export { militaryAddressMessage, streetsOnlyMessage } from './delivery-limit-messages.ts';
export { findEstimateDestination } from './destination.ts';
export type { CarrierLocation } from './location.ts';
export { parseCarrierLocationFile } from './location-file.ts';
export { indexCarrierLocations } from './location-index.ts';
export { CarrierSourceError } from './location-source.ts';
export {
  countCarrierLocationChanges,
  countCarrierLocations,
  invalidateCarrierLocationIndex,
  readCarrierLocationIndex,
  replaceCarrierLocations,
  seedCarrierLocations,
} from './location-store.ts';
export {
  type DirectionVector,
  distanceMiles,
  findPlaceOfZip,
  listZipPlaces,
  loadPlaces,
  pointOfZip,
  statesOfZip,
  unitVectorOf,
  type ZipPlace,
  zip3Centroid,
  zip5Of,
} from './places.ts';
export { isPostOfficeBox } from './post-office-box.ts';
export type { PostalAddress } from './postal-address.ts';
export { type RecipientValidation, validateRecipient } from './recipient.ts';
export { generateSampleCarrierLocations } from './sample-locations.ts';
export { withCircuitBreaker } from './sources/circuit-breaker.ts';
export { openCarrierLocationSources } from './sources/open-sources.ts';
export { addressSource, carrierLocationSources, orderTypesClosedToStateSource } from './sources.ts';
export { stateNames } from './state-names.ts';
export { isDomestic, isMilitaryStateCode, isTerritory, stateCode } from './states.ts';
export { matchZipCityState } from './suggestions.ts';
export { standardizeAddress, validateAddress } from './validation.ts';
export { addressWarnings } from './warnings.ts';
