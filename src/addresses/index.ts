/** What other slices may use of addresses. */

export type { AddressSource, AddressVerdict, AskedAddress } from './address-source.ts';
export { checkAddress } from './check-address.ts';
export { type City, majorCities } from './cities.ts';
export { loadCities, zipsOfCity } from './city-index.ts';
export { type Destination, destinationOf } from './destination.ts';
export { addressDoubts } from './doubts.ts';
export { type CarrierLocation, type LocationCarrier, locationCarriers } from './location.ts';
export { type LocationFile, readLocationFile } from './location-file.ts';
export { indexLocations } from './location-index.ts';
export { type LocationSource, SourceFailed } from './location-source.ts';
export { forgetLocationIndex, readLocationIndex, replaceLocations, seedLocations } from './location-store.ts';
export { type ReadPlace, readPlace } from './mends.ts';
export {
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
  zipsOfState,
} from './places.ts';
export { namesPostOfficeBox } from './post-office-box.ts';
export {
  type DeliveryAddress,
  judgeRecipient,
  type RecipientAddress,
  type RecipientFault,
  type RecipientFaultCode,
  type RecipientJudgement,
  type RecipientWarning,
  type RecipientWarningCode,
} from './recipient.ts';
export { sampleLocations } from './sample-locations.ts';
export { guarded } from './sources/guard.ts';
export { openLocationSources } from './sources/open-sources.ts';
export { registerClosedOrderTypes, registerSources, sourcesOf } from './sources.ts';
export { isDomestic, isMilitary, isTerritory, isUnitedStates, stateCode, stateNames } from './states.ts';
export { type StreetLine, type StreetLineKind, standardStreetLine } from './street-line.ts';
export { militaryAddress, streetsOnly } from './undelivered.ts';
export {
  type AddressCandidate,
  type GivenAddress,
  standardAddress,
  type Validation,
  validateAddress,
} from './validation.ts';
