/** The door of master data: the module, what it needs at the first start, parameters for other modules. */
export { seedAdministrativeAreas } from './areas/seed.ts'
export { holidays, nextWorkday } from './calendar.ts'
export { listChoices } from './lists/choices.ts'
export { seedDemoLists } from './lists/demo.ts'
export { masterdataModule } from './module.ts'
export { parameterChange } from './parameters/approval.ts'
export { parameter } from './parameters/reader.ts'
export { syncParameters } from './parameters/sync.ts'
