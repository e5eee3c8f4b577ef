/** What lies in suspense, of every service; stamped by a sub-system. */
export const suspenseScreen = () => import('./suspense-list.tsx')
