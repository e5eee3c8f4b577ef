export { ListSelect } from './lists/list-select.tsx'
