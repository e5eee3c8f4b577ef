/** The door of the home page: what waits for a person, over what all modules offer. */
export { homeModule } from './module.ts'
