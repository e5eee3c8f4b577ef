/** The door of large exports: the module, how one is asked for, and who may read its file. */
export { askForExport } from './ask.ts'
export { exportFile } from './file.ts'
export { exportsModule } from './module.ts'
