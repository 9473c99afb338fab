export const tarball: string;
