import { type ScreenLoader, stamped } from '#platform/web/screens.ts'

export const parameterScreen: ScreenLoader = () => import('./parameters/parameter-screen.tsx')
export const globalListScreen: ScreenLoader = () => import('./lists/global-list-screen.tsx')

/** Administrative areas and how they are brought from a file; the list leads to `import`. */
export const areaScreens = (paths: { import: string }) => ({
  list: stamped(() => import('./areas/area-screen.tsx'), paths),
  import: (() => import('./areas/area-import-screen.tsx')) satisfies ScreenLoader,
})
