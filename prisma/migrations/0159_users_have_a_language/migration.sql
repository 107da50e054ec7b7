-- The language that the browser of a user asked for when they signed in last: mails that nobody's browser asks for are in it.
ALTER TABLE "users" ADD COLUMN "language" TEXT CHECK ("language" ~ '^[a-z]{2}$');
