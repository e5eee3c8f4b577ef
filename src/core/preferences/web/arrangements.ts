import { call } from '#platform/web/api/call.ts'
import type { ArrangementApi } from '#platform/web/kit/views/saved-views.ts'
import { chooseDefaultView, createView, findArrangement, removeView, saveColumns, updateView } from '../contract/views.ts'

/** The calls behind saved views and columns, for the lists of the kit. */
export const arrangements: ArrangementApi = {
  find: (list) => call(findArrangement, { list }),
  saveColumns: async (list, columns) => {
    await call(saveColumns, { list, columns })
  },
  chooseDefault: async (list, viewId) => {
    await call(chooseDefaultView, { list, viewId })
  },
  create: (view) => call(createView, view),
  update: async (view) => {
    await call(updateView, view)
  },
  remove: async ({ id, version }) => {
    await call(removeView, { id, version })
  },
}
