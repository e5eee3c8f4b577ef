import { stamped } from '#platform/web/screens.ts'

/** Units with their tree; `holdings` and `days` are addresses of the cash of units and of their day close, where the system has them. */
export const unitScreen = (paths: { holdings?: string; days?: string }) => stamped(() => import('./units/unit-screen.tsx'), paths)
