/** The door of limits: what somebody may decide in a day, counted where it is decided. */
export { consumeLimit, limitLeft } from './consume.ts'
export { limitsModule } from './module.ts'
