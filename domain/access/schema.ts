import { z } from "zod";

/** Body of POST /api/auth/login. */
export const loginSchema = z.strictObject({
  username: z.string().min(1, "Must not be empty").max(200),
  password: z.string().min(1, "Must not be empty").max(1_000),
});
