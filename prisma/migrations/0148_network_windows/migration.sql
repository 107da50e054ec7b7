-- Calls of networks that nobody is let in for: sign-up forms, and the pages where people sign in. Unlogged, and with room in the
-- page, as rate_windows.
CREATE UNLOGGED TABLE "network_windows" (
    "kind" TEXT NOT NULL CHECK ("kind" IN ('form', 'page')),
    "network" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "used" INTEGER NOT NULL,
    "granted" INTEGER NOT NULL,

    CONSTRAINT "network_windows_pkey" PRIMARY KEY ("kind","network")
) WITH (fillfactor = 50);
