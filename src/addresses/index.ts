/** The public interface of the addresses slice. */

export type { AddressQuery, AddressSource, AddressVerdict } from './address-source.ts';
export { checkAddress } from './check-address.ts';
export { type City, majorCities } from './cities.ts';
export { loadCities, zipsOfCity } from './city-index.ts';
export { militaryAddressMessage, streetsOnlyMessage } from './delivery-limit-messages.ts';
export { type EstimateDestination, findEstimateDestination } from './destination.ts';
export { type CarrierLocation, type LocationCarrier, locationCarriers } from './location.ts';
export { type LocationFile, parseLocationFile } from './location-file.ts';
export { indexLocations } from './location-index.ts';
export { type LocationSource, SourceError } from './location-source.ts';
export {
  compareLocations,
  countCarrierLocations,
  invalidateLocationIndex,
  readLocationIndex,
  replaceLocations,
  seedLocations,
} from './location-store.ts';
export {
  allPlaces,
  distanceMiles,
  findZip,
  loadPlaces,
  nearestPlaces,
  type Place,
  type Point,
  pointOfZip,
  statesOfZip,
  zip3Centroid,
  zip5Of,
} from './places.ts';
export { isPostOfficeBox } from './post-office-box.ts';
export {
  type DeliveryAddress,
  type RecipientAddress,
  type RecipientFault,
  type RecipientFaultCode,
  type RecipientValidation,
  type RecipientWarning,
  type RecipientWarningCode,
  validateRecipient,
} from './recipient.ts';
export { sampleLocations } from './sample-locations.ts';
export { withCircuitBreaker } from './sources/circuit-breaker.ts';
export { openLocationSources } from './sources/open-sources.ts';
export { addressSource, closedOrderTypesSource, locationSources } from './sources.ts';
export { stateNames } from './state-names.ts';
export { isDomestic, isMilitary, isTerritory, isUnitedStates, stateCode } from './states.ts';
export { type StreetLine, type StreetLineKind, standardStreetLine } from './street-line.ts';
export { parsePlace, type ReadPlace } from './suggestions.ts';
export {
  type AddressCandidate,
  type GivenAddress,
  standardAddress,
  type Validation,
  validateAddress,
} from './validation.ts';
export { addressWarnings } from './warnings.ts';
