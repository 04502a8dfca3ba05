/** The public interface of the addresses slice. */

export type { AddressQuery, AddressSource, AddressVerdict } from './address-source.ts';
export { validateAddressWithSource } from './check-address.ts';
export { type City, majorCities } from './cities.ts';
export { loadCities, zipsOfCity } from './city-index.ts';
export { militaryAddressMessage, streetsOnlyMessage } from './delivery-limit-messages.ts';
export { type EstimateDestination, findEstimateDestination } from './destination.ts';
export { type CarrierLocation, type CarrierWithLocations, carriersWithLocations } from './location.ts';
export { type ParsedCarrierLocationFile, parseCarrierLocationFile } from './location-file.ts';
export { indexCarrierLocations } from './location-index.ts';
export { type CarrierLocationSource, CarrierSourceError } from './location-source.ts';
export {
  countCarrierLocationChanges,
  countCarrierLocations,
  invalidateCarrierLocationIndex,
  readCarrierLocationIndex,
  replaceCarrierLocations,
  seedCarrierLocations,
} from './location-store.ts';
export {
  allPlaces,
  type Direction,
  distanceMiles,
  findPlaceOfZip,
  type GeoPoint,
  loadPlaces,
  nearestPlaces,
  pointOfZip,
  statesOfZip,
  unitVectorOf,
  type ZipPlace,
  zip3Centroid,
  zip5Of,
} from './places.ts';
export { isPostOfficeBox } from './post-office-box.ts';
export type { PostalAddress } from './postal-address.ts';
export {
  type HoldLocationAddress,
  type RecipientAddress,
  type RecipientFault,
  type RecipientFaultCode,
  type RecipientValidation,
  type RecipientWarning,
  type RecipientWarningCode,
  validateRecipient,
} from './recipient.ts';
export { sampleCarrierLocations } from './sample-locations.ts';
export { withCircuitBreaker } from './sources/circuit-breaker.ts';
export { openCarrierLocationSources } from './sources/open-sources.ts';
export { addressSource, carrierLocationSources, orderTypesClosedToStateSource } from './sources.ts';
export { stateNames } from './state-names.ts';
export { isDomestic, isMilitaryStateCode, isTerritory, isUnitedStates, stateCode } from './states.ts';
export { type StreetLine, type StreetLineKind, standardizeStreetLine } from './street-line.ts';
export { matchZipCityState, type PlaceMatch } from './suggestions.ts';
export {
  type AddressValidation,
  standardizeAddress,
  validateAddress,
} from './validation.ts';
export { addressWarnings } from './warnings.ts';
