"""What a figure could be about: title and axis labels, so that it looks like one from a paper. They carry no information."""

from __future__ import annotations

# title, x axis, y axis
CURVES = (
    ("Sensor response over time", "Time (s)", "Response (mV)"),
    ("Rainfall across the transect", "Distance (km)", "Rainfall (mm)"),
    ("Reservoir level", "Day", "Level (m)"),
    ("Enzyme activity", "Temperature (°C)", "Activity (%)"),
    ("Signal attenuation", "Depth (mm)", "Intensity (%)"),
    ("Learning curves", "Epoch", "Score"),
    ("Battery discharge", "Time (min)", "Charge (%)"),
    ("Population by site", "Week", "Individuals"),
    ("Soil moisture", "Depth (cm)", "Moisture (%)"),
    ("Throughput under load", "Clients", "Requests per ms"),
    ("Drug concentration", "Time (h)", "Concentration (µg/l)"),
    ("Solar output", "Panel angle (°)", "Output (W)"),
    ("Wear of test tracks", "Cycles (thousands)", "Wear (µm)"),
    ("Dissolved oxygen", "Station", "Oxygen (%)"),
    ("Noise along the road", "Distance (m)", "Level (dB)"),
    ("Growth of the cultures", "Time (h)", "Density"),
    ("Traffic by hour of survey", "Hour", "Vehicles per min"),
    ("Stress under strain", "Strain (%)", "Stress (MPa)"),
)

# title, category axis, value axis
BARS = (
    ("Votes by party", "Party", "Votes (%)"),
    ("Yield by variety", "Variety", "Yield (t/ha)"),
    ("Mean response by group", "Group", "Response (ms)"),
    ("Accuracy by team", "Team", "Accuracy (%)"),
    ("Sales by branch", "Branch", "Sales (thousands)"),
    ("Recovery by treatment", "Treatment", "Recovered (%)"),
    ("Energy use by block", "Block", "Energy (kWh)"),
    ("Visitors by entrance", "Entrance", "Visitors"),
    ("Defects by line", "Line", "Defects"),
    ("Sightings by zone", "Zone", "Sightings"),
    ("Survey results", "Answer", "Share (%)"),
    ("Speed by configuration", "Configuration", "Speed (MB/s)"),
)

PIES = (
    "Budget by department",
    "Land use",
    "Market share",
    "Sources of energy",
    "Time spent by activity",
    "Composition of the sample",
    "Shares of the vote",
    "Traffic by route",
    "Causes of delay",
    "Species found",
)
