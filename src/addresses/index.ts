/** The public interface of the addresses slice. */

export type { AddressVerdict, AddressVerifier, AddressWithoutCountry } from './address-verifier.ts';
export { listMajorCities, type MajorCity } from './cities.ts';
export { preloadCityIndex } from './city-index.ts';
export { militaryAddressMessage, streetsOnlyMessage } from './delivery-limit-messages.ts';
export { parseDeliveryEstimateDestination } from './destination.ts';
export type { CarrierLocation } from './location.ts';
export { parseCarrierLocationFile } from './location-file.ts';
export { indexCarrierLocations } from './location-index.ts';
export { CarrierSourceError } from './location-source.ts';
export {
  countCarrierLocationChanges,
  countCarrierLocations,
  invalidateCarrierLocationIndex,
  lockCarrierLocations,
  readCarrierLocationIndex,
  replaceCarrierLocations,
  seedCarrierLocations,
} from './location-store.ts';
export {
  centroidOfZip3Area,
  computeDistanceMiles,
  type DirectionVector,
  findPlaceOfZip,
  listZipPlaces,
  pointOfZip,
  preloadZipPlaces,
  statesOfZip,
  unitVectorOf,
  type ZipPlace,
  zip5Of,
} from './places.ts';
export { isPostOfficeBox } from './post-office-box.ts';
export type { PostalAddress } from './postal-address.ts';
export { type RecipientValidation, validateRecipient } from './recipient.ts';
export { generateSampleCarrierLocations } from './sample-locations.ts';
export { withCircuitBreaker } from './sources/circuit-breaker.ts';
export { createCarrierLocationSources } from './sources/create-sources.ts';
export { addressVerifierPort, carrierLocationSourcesPort, orderTypesClosedToStateSourcePort } from './sources.ts';
export { matchZipCityState } from './suggestions.ts';
export { standardizeAddress, validateAddress } from './validation.ts';
export { describeAddressWarnings } from './warnings.ts';
